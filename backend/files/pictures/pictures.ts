// Has pictures made by a child process, one at a time, and senders take turns: one who sends thirty
// that take seconds each must not keep out the others. The child is started at the first picture,
// replaced when it crashes, hangs or has grown, and ended when there is nothing to do.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { fairQueue } from './fair-queue.ts'
import {
  idleMs,
  maxWaiting,
  pictureTimeoutMs,
  recycleAfter,
  recycleAtBytes,
} from './picture-limits.ts'
import {
  type CleanPicture,
  type CropOptions,
  type Picture,
  type PictureAnswer,
  PictureRefused,
  PicturesBusy,
  type PictureTask,
  type RenderOptions,
} from './picture-task.ts'

export interface Pictures {
  /** Decodes an upload and writes it anew. Throws PictureRefused when it cannot be read. */
  clean(file: string, sender: string): Promise<CleanPicture>
  /** For staff and their email. */
  render(bytes: Uint8Array, options: RenderOptions): Promise<Picture>
  crop(bytes: Uint8Array, options: CropOptions): Promise<Picture>
  /** Ends the child; a picture in work can be sent again. */
  close(): void
}

export interface PicturesOptions {
  /** The built picture-worker. */
  pictureWorkerFile: URL
  log: { warn(details: object, text: string): void }
  timeoutMs?: number
  /** Heap of the child's JavaScript; pictures are outside it. */
  execArgv?: string[]
}

interface Waiting {
  task: PictureTask
  resolve(picture: Picture | CleanPicture): void
  reject(error: Error): void
}

/** `unavailable`: there is no process that could read it. */
type Outcome = PictureAnswer | 'crashed' | 'timeout' | 'unavailable'

/** Decoding has its own limit; a process that does not even answer that is hung. */
const graceMs = 2_000
/** Their place in the queue; visitors have that of their network. */
const staff = 'staff'

export function openPictures(options: PicturesOptions): Pictures {
  const { pictureWorkerFile, log, timeoutMs = pictureTimeoutMs + graceMs } = options
  const { execArgv = ['--max-old-space-size=128'] } = options
  const queue = fairQueue<Waiting>(maxWaiting)
  let child: ChildProcess | undefined
  let made = 0
  let isWorking = false
  let isClosed = false
  let idle: NodeJS.Timeout | undefined

  function end(): void {
    child?.kill('SIGKILL')
    child = undefined
    made = 0
  }

  function start(): ChildProcess {
    const started = fork(fileURLToPath(pictureWorkerFile), {
      serialization: 'advanced',
      execArgv,
      // No secrets: the decoder reads what strangers send.
      // Fewer arenas: libvips frees its memory in other threads than took it, and glibc keeps it.
      env: { PATH: process.env.PATH ?? '', MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // Without a listener an error would end the server.
    started.on('error', () => {})
    started.unref()
    started.channel?.unref()
    return started
  }

  function request(task: PictureTask): Promise<Outcome> {
    // One that was killed while it had nothing to do.
    if (child && !child.connected) end()
    const current = child ?? start()
    child = current
    // Without files or processes left there is no channel, and the error comes later.
    if (!current.connected) return Promise.resolve('unavailable')
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle('timeout'), timeoutMs)
      const onExit = () => settle('crashed')
      const onError = () => settle('unavailable')
      const onMessage = (answer: PictureAnswer) => settle(answer)
      const settle = (answer: Outcome) => {
        clearTimeout(timer)
        current.off('message', onMessage).off('exit', onExit).off('error', onError)
        resolve(answer)
      }
      current.once('message', onMessage).once('exit', onExit).once('error', onError)
      current.send(task, (error) => {
        if (error) onError()
      })
    })
  }

  async function workThrough(): Promise<void> {
    if (isWorking) return
    isWorking = true
    clearTimeout(idle)
    for (let next = queue.next(); next; next = queue.next()) {
      const { task, resolve, reject } = next
      const answer = await request(task)
      // Not the picture's fault: it can be sent again.
      if (answer === 'unavailable' || (isClosed && answer === 'crashed')) {
        end()
        reject(new PicturesBusy())
        continue
      }
      if (answer === 'crashed' || answer === 'timeout') {
        log.warn({ answer, task: task.kind }, 'a picture ended its process')
        end()
        reject(new PictureRefused(answer === 'timeout' ? 'too_slow' : 'damaged'))
        continue
      }
      if (answer.kind === 'made') resolve(answer.picture)
      else reject(new PictureRefused(answer.reason))
      made += 1
      if (made >= recycleAfter || answer.memory > recycleAtBytes) end()
    }
    isWorking = false
    idle = setTimeout(end, idleMs)
    idle.unref()
  }

  function enqueue(task: PictureTask, sender: string): Promise<Picture | CleanPicture> {
    if (isClosed) return Promise.reject(new PicturesBusy())
    return new Promise((resolve, reject) => {
      queue.add(sender, { task, resolve, reject })?.reject(new PicturesBusy())
      void workThrough()
    })
  }

  return {
    clean: (file, sender) => enqueue({ kind: 'clean', file }, sender) as Promise<CleanPicture>,
    render: (bytes, renderOptions) =>
      enqueue({ kind: 'render', bytes, options: renderOptions }, staff),
    crop: (bytes, cropOptions) => enqueue({ kind: 'crop', bytes, options: cropOptions }, staff),
    close() {
      isClosed = true
      clearTimeout(idle)
      for (const { reject } of queue.empty()) reject(new PicturesBusy())
      end()
    },
  }
}
