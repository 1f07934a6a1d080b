// LISTEN on one dedicated connection, which reconnects by itself. It sends no queries of its own, so
// a heartbeat is needed to notice that it died.
import pg from 'pg'
import type { Listener } from '../database.ts'
import { destroy, endInTime, type SessionNames } from './named-client.ts'
import type { Watchdog } from './watchdog.ts'

const reconnectAfterMs = 500
const heartbeatMs = 5_000
const replyTimeoutMs = 3_000

export class Subscriptions {
  #opening: Promise<pg.Client> | undefined
  #heartbeat: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #isStopped = false
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #connection: pg.ClientConfig
  readonly #Client: SessionNames['Client']
  readonly #giveUp: Watchdog['giveUp']

  constructor(connection: pg.ClientConfig, { Client }: SessionNames, { giveUp }: Watchdog) {
    this.#connection = connection
    this.#Client = Client
    this.#giveUp = giveUp
  }

  async listen(channel: string, listener: Listener): Promise<void> {
    const client = await this.#open()
    await this.#query(client, listenTo(channel))
    this.#listeners.set(channel, (this.#listeners.get(channel) ?? new Set()).add(listener))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#retry)
    clearTimeout(this.#heartbeat)
    const client = await this.#opening?.catch(() => undefined)
    if (client) await endInTime(client)
  }

  #open(): Promise<pg.Client> {
    this.#opening ??= this.#connect()
    return this.#opening
  }

  async #connect(): Promise<pg.Client> {
    const client = new this.#Client(this.#connection)
    let isOpen = false
    client.on('error', () => {})
    client.on('notification', ({ channel, payload }) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener.onMessage(payload ?? '')
    })
    client.once('end', () => {
      if (isOpen) this.#lost()
    })
    try {
      await client.connect()
      for (const channel of this.#listeners.keys()) await this.#query(client, listenTo(channel))
    } catch (error) {
      destroy(client, 'it cannot listen')
      this.#tryLater()
      throw error
    }
    isOpen = true
    this.#beat(client)
    return client
  }

  #beat(client: pg.Client): void {
    this.#heartbeat = setTimeout(() => {
      // A failure ends the connection, which the 'end' handler deals with.
      this.#query(client, 'select 1').then(
        () => this.#beat(client),
        () => {},
      )
    }, heartbeatMs)
  }

  async #query(client: pg.Client, sql: string): Promise<void> {
    const limit = setTimeout(() => this.#giveUp(client, 'no heartbeat'), replyTimeoutMs)
    await client.query(sql).finally(() => clearTimeout(limit))
  }

  #lost(): void {
    clearTimeout(this.#heartbeat)
    if (this.#isStopped) return
    for (const listener of this.#all()) listener.onLost?.()
    this.#tryLater()
  }

  #tryLater(): void {
    this.#opening = undefined
    if (this.#isStopped || this.#retry || this.#listeners.size === 0) return
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.#open().then(
        () => {
          for (const listener of this.#all()) listener.onReconnect()
        },
        () => {},
      )
    }, reconnectAfterMs)
  }

  #all(): Listener[] {
    return [...this.#listeners.values()].flatMap((set) => [...set])
  }
}

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`
