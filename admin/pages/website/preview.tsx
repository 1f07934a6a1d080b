// The page with the drafts in it, as a phone or a desktop shows it, reloaded after each save and scrolled
// to what is edited.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { onOwnScroll, showEdited, showTarget } from './follow-edit.ts'
import { askPreview } from './site.ts'
import { useElementSize } from './use-element-size.ts'

const widths = { phone: 390, desktop: 1280 }
type Device = keyof typeof widths

/** Addresses live for 30 minutes. */
const renewAfterMs = 25 * 60_000

const previewQuery = {
  queryKey: ['site-preview'],
  queryFn: askPreview,
  staleTime: renewAfterMs,
  refetchInterval: renewAfterMs,
  meta: { failed: 'The preview could not be opened' },
}

export interface PreviewProps {
  page: string
  /** Another one: the draft was saved. */
  revision: number
  /** The field that the owner has turned to: the preview scrolls to its text. */
  edited: HTMLInputElement | HTMLTextAreaElement | undefined
  /** On small screens it takes the place of the form. */
  isInFront: boolean
}

export function Preview({ page, revision, edited, isInFront }: PreviewProps) {
  const { data } = useQuery(previewQuery)
  const [device, setDevice] = useState<Device>('phone')
  const [box, size] = useElementSize()
  const frame = useRef<HTMLIFrameElement>(null)
  const scroll = useRef(0)
  // Without its `#`: to show the part that it names, the browser would scroll the dashboard as well.
  const [path = '', part = ''] = page.split('#')
  const address = data && new URL(data.address + path, location.origin).href

  const shown = useRef(revision)
  useEffect(() => {
    if (shown.current === revision) return
    shown.current = revision
    reload(frame.current, scroll)
  }, [revision])

  // Until the owner scrolls the page: then it keeps its place, also while they type.
  const isFollowing = useRef(false)
  const follow = useEffectEvent(() => {
    if (edited && isFollowing.current) showEdited(frame.current, edited.value)
  })
  const isSeen = size.height > 0
  useEffect(() => {
    if (!isSeen) return
    if (edited) {
      isFollowing.current = true
      follow()
    } else showTarget(frame.current, part)
  }, [edited, isSeen, part])

  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isInFront) section.current?.scrollIntoView()
  }, [isInFront])

  const width = widths[device]
  const scale = size.width === 0 ? 1 : Math.min(1, size.width / width)
  return (
    <section
      className="site-preview"
      aria-label="Preview"
      ref={section}
      data-front={isInFront || undefined}
    >
      <div className="site-preview-head">
        <h3>Preview</h3>
        <fieldset className="site-devices">
          <legend className="unseen">Width of the preview</legend>
          {(['phone', 'desktop'] as const).map((name) => (
            <Button
              key={name}
              kind={name === device ? 'main' : 'outline'}
              aria-pressed={name === device}
              onClick={() => setDevice(name)}
            >
              {name === 'phone' ? 'Phone' : 'Desktop'}
            </Button>
          ))}
        </fieldset>
      </div>
      <div className="site-preview-box" data-device={device} ref={box}>
        {address && (
          <iframe
            ref={frame}
            title={`The page ${page} with your drafts`}
            src={address}
            style={{
              width,
              height: size.height / scale,
              transform: `scale(${scale})`,
            }}
            onLoad={() => {
              scrollBack(frame.current, scroll.current, part)
              scroll.current = 0
              onOwnScroll(frame.current, () => {
                isFollowing.current = false
              })
              follow()
            }}
          />
        )}
      </div>
    </section>
  )
}

function reload(frame: HTMLIFrameElement | null, scroll: { current: number }): void {
  if (!frame) return
  try {
    scroll.current = frame.contentWindow?.scrollY ?? 0
    frame.contentWindow?.location.reload()
  } catch {
    // The visitor of the frame has left for another site: back to the page.
    frame.setAttribute('src', frame.src)
  }
}

function scrollBack(frame: HTMLIFrameElement | null, top: number, part: string): void {
  try {
    if (top === 0) showTarget(frame, part)
    else frame?.contentWindow?.scrollTo({ top, behavior: 'instant' })
  } catch {
    // Another site: its scroll position is its own.
  }
}
