// Stores a file for an answer as soon as it is chosen. Which answers name it is decided when one is sent.
import type { Context } from 'hono'
import * as v from 'valibot'
import { type AttachedFile, maxFileBytes } from '#schemas/answer-files.ts'
import { type Queryable, sqlState } from '../database/database.ts'
import { cleanFileName } from '../enquiries/answer-files/file-name.ts'
import { StoreFull, StoreUnavailable } from '../files/file-store.ts'
import { PdfRefused } from '../files/pdf.ts'
import { PictureRefused, PicturesBusy } from '../files/pictures/picture-task.ts'
import { UploadTooLarge } from '../files/write-pieces.ts'
import type { Limit } from '../limits/limits.ts'
import { Problem } from '../problem.ts'
import type { GuardDeps, StaffDeps } from './deps.ts'
import { requireAllowance } from './require-allowance.ts'
import { type MemberEnv, requireStillStaff, type StaffHandler, uuid } from './role-guards.ts'

const Query = v.object({
  /** Chosen by the dashboard: sent again, it is one file. */
  id: uuid,
  name: v.pipe(v.string(), v.maxLength(1_000, 'The name of the file is too long')),
  /** Left out: for an answer to several. */
  enquiry_id: v.optional(uuid),
})

/** Five for each of a morning's answers. */
const perMember: Limit = { burst: 200, count: 400, perMs: 3_600_000 }

type Deps = GuardDeps & Pick<StaffDeps, 'limits' | 'answerStorage'>

export function addAnswerFile(deps: Deps): StaffHandler {
  const { database, answerStorage, limits } = deps
  return async function storeFile(c) {
    const { id, name, enquiryId } = readQuery(c)
    const memberId = c.var.member.id
    const verdict = await limits.take('answer-file', memberId, perMember)
    requireAllowance(c, verdict, 'Those were many files in a short time.')
    const owner = { id, enquiryId, memberId }
    try {
      await answerStorage.requireSpace()
      const file = await answerStorage.receive(c.req.raw)
      try {
        // The body may have taken its time.
        await requireStillStaff(deps, c)
        if (file.size === 0) throw refused('empty', 400, 'The file is empty')
        await answerStorage.put(id, { file, sender: memberId }, async (tx, stored) => {
          const row = { ...owner, ...stored, name: cleanFileName(name, stored.contentType) }
          await record(tx, row)
        })
      } finally {
        await file.remove()
      }
    } catch (error) {
      // A first try stored it, and its response was lost.
      if (sqlState(error) !== '23505') throw problemOf(error)
    }
    return c.json(await findOwn(database, owner))
  }
}

function readQuery(c: Context<MemberEnv>) {
  const result = v.safeParse(Query, c.req.query())
  if (!result.success) throw refused('invalid_request', 400, result.issues[0].message)
  const { id, name, enquiry_id: enquiryId } = result.output
  return { id: id.toLowerCase(), name, enquiryId: enquiryId?.toLowerCase() ?? null }
}

interface Owner {
  id: string
  enquiryId: string | null
  memberId: string
}

interface Row extends Owner {
  name: string
  contentType: string
  size: number
}

async function record(tx: Queryable, row: Row): Promise<void> {
  if (row.enquiryId) await requireEnquiry(tx, row.enquiryId)
  await tx.query(
    `insert into public.answer_files (id, enquiry_id, uploader_id, name, content_type, size)
     values ($1, $2, $3, $4, $5, $6)`,
    [row.id, row.enquiryId, row.memberId, row.name, row.contentType, row.size],
  )
}

/** Locked, so that it is not erased meanwhile. */
async function requireEnquiry(tx: Queryable, id: string): Promise<void> {
  const { count } = await tx.query(
    'select from public.enquiries where id = $1 and erased_at is null for share',
    [id],
  )
  if (count === 0) throw refused('gone', 409, 'This enquiry is gone: there is nobody to answer')
}

async function findOwn(database: Queryable, owner: Owner): Promise<AttachedFile> {
  const { rows } = await database.query<AttachedFile>(
    `select id, name, size from public.answer_files
     where id = $1 and uploader_id = $2 and enquiry_id is not distinct from $3`,
    [owner.id, owner.memberId, owner.enquiryId],
  )
  if (!rows[0]) throw refused('key_taken', 409, 'This id belongs to another file')
  return rows[0]
}

/** What the dashboard shows beside the file. The text of the answer is not concerned. */
function problemOf(error: unknown): unknown {
  if (error instanceof UploadTooLarge) {
    return refused('too_large', 413, `A file may have at most ${maxFileBytes / 1e6} MB`)
  }
  if (error instanceof PdfRefused) return refused('damaged', 415, error.message)
  if (error instanceof PictureRefused) {
    const { reason, message } = error
    const words = 'Only PDF, JPEG, PNG and WebP files can be attached'
    return refused(reason, 415, reason === 'not_a_picture' ? words : message)
  }
  if (error instanceof StoreFull) {
    const message = 'There is no space for further files: tell your administrator'
    return refused('full', 507, message, error)
  }
  if (error instanceof StoreUnavailable || error instanceof PicturesBusy) {
    return refused('unavailable', 503, 'Files cannot be stored at the moment', error)
  }
  return error
}

const refused = (code: string, status: number, message: string, cause?: unknown) =>
  new Problem(code, { status, message, cause })
