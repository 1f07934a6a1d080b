// The editors with text that may not be saved yet. Publishing saves it first, discarding forgets it.
import { createContext, use } from 'react'

export interface OpenEditor {
  key: string
  /** Saves what waits, and what was typed meanwhile; returns why it could not. */
  flush(): Promise<string | undefined>
  /** Forgets what was typed and calls with the draft's revision, once no save is under way. */
  discard(call: (revision: number) => Promise<unknown>): Promise<void>
}

/** More than one while the save of an editor that was closed is still under way. */
export type OpenEditors = Set<OpenEditor>

const Context = createContext<OpenEditors>(new Set())

export const OpenEditorsProvider = Context.Provider

export const useOpenEditors = () => use(Context)

/** What could not be saved, with the reason. */
export async function flushAll(
  editors: OpenEditors,
): Promise<{ key: string; reason: string } | undefined> {
  for (const { key, flush } of editors) {
    const reason = await flush()
    if (reason) return { key, reason }
  }
  return undefined
}
