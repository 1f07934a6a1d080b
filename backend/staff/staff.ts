// Endpoints of the dashboard beyond the table API, one function per action, each behind its guard.
// Recovery codes are for every signed-in user. On a hosted project these would be Edge Functions.
import { Hono } from 'hono'
import { isUnavailable, sqlState, statementTimeout } from '../database/database.ts'
import { QuotaExceeded } from '../limits/cpu-quotas.ts'
import { Problem } from '../problem.ts'
import { currentRequestId } from '../request-context.ts'
import { dropAccountMail, resendAccountMail } from './account-mails.ts'
import { listAccounts, setDisabled } from './accounts.ts'
import { answerEnquiry, listAnswerTemplates } from './answer-enquiry.ts'
import { addAnswerFile } from './answer-file.ts'
import { answerSeveral, previewAnswers } from './answer-several.ts'
import { backUpNow, readBackups } from './backups.ts'
import { checkEverything } from './check-everything.ts'
import { correctEnquiry } from './correct-enquiry.ts'
import type { StaffDeps } from './deps.ts'
import { changeVisit } from './enquiry-visit.ts'
import { enterEnquiry } from './enter-enquiry.ts'
import { forgetFactor } from './forget-factor.ts'
import { forgetSpamLearning } from './forget-spam-learning.ts'
import { invite, sendReset, withdrawReset } from './invitations.ts'
import { listMails } from './list-mails.ts'
import { addSitePicture, listSiteDocuments, previewSite } from './list-site-documents.ts'
import { readMailServer, removeMailServer, saveMailServer } from './mail-server.ts'
import { type OwnAccountEnv, requireSecondFactor, requireSignedIn } from './own-account-guard.ts'
import { ownCalendar } from './own-calendar.ts'
import { readPushKey, sendTestPush } from './own-devices.ts'
import { countRecoveryCodes, makeRecoveryCodes } from './own-recovery-codes.ts'
import { endOwnSession, listOwnSessions } from './own-sessions.ts'
import { erasePerson, exportPerson, findPerson } from './person.ts'
import { recover } from './recover.ts'
import { resendDelivery } from './resend-delivery.ts'
import { readReviewRequests } from './review-requests.ts'
import {
  type AdminEnv,
  type MemberEnv,
  requireAdmin,
  requireStaff,
  requireStaffToUpload,
} from './role-guards.ts'
import { sendOutbox } from './send-outbox.ts'
import { sendTestMail } from './send-test-mail.ts'
import { discardSiteDraft, publishSite, restoreSite, saveSiteDraft } from './site-documents.ts'

type StaffEnv = AdminEnv & MemberEnv & OwnAccountEnv

/** Mounted at /functions/v1. */
export function staff(deps: StaffDeps): Hono<StaffEnv> {
  const app = new Hono<StaffEnv>()
  const admin = requireAdmin(deps)
  const member = requireStaff(deps)
  const own = requireSignedIn(deps)

  app.post('/staff-accounts', admin, listAccounts(deps))
  app.post('/staff-invite', admin, invite(deps))
  app.post('/staff-reset', admin, sendReset(deps))
  app.post('/staff-withdraw-reset', admin, withdrawReset(deps))
  app.post('/staff-disable', admin, setDisabled(deps, true))
  app.post('/staff-enable', admin, setDisabled(deps, false))
  app.post('/staff-forget-factor', admin, forgetFactor(deps))
  app.post('/staff-resend', member, resendDelivery(deps))
  app.post('/enquiry-visit', member, changeVisit(deps))
  app.post('/staff-calendar', member, ownCalendar(deps))
  app.post('/staff-push-key', member, readPushKey(deps))
  app.post('/staff-push-test', member, sendTestPush(deps))
  app.post('/enquiry-enter', member, enterEnquiry(deps))
  app.post('/enquiry-correct', member, correctEnquiry(deps))
  app.post('/staff-mail-list', admin, listMails(deps))
  app.post('/staff-send-kept', admin, sendOutbox(deps))
  app.post('/staff-resend-mail', admin, resendAccountMail(deps))
  app.post('/staff-drop-mail', admin, dropAccountMail(deps))
  app.post('/staff-find-person', admin, findPerson(deps))
  app.post('/staff-export-person', admin, exportPerson(deps))
  app.post('/staff-erase-person', admin, erasePerson(deps))
  app.post('/staff-checks', admin, checkEverything(deps))
  app.post('/staff-backups', admin, readBackups(deps))
  app.post('/staff-back-up', admin, backUpNow(deps))
  app.post('/staff-forget-spam', admin, forgetSpamLearning(deps))
  app.post('/staff-test-mail', admin, sendTestMail(deps))
  app.post('/staff-mail-server', admin, readMailServer(deps))
  app.post('/staff-save-mail-server', admin, saveMailServer(deps))
  app.post('/staff-remove-mail-server', admin, removeMailServer(deps))
  app.post('/staff-sessions', member, listOwnSessions(deps))
  app.post('/staff-end-session', member, endOwnSession(deps))
  app.post('/staff-recovery-codes', own, requireSecondFactor, makeRecoveryCodes(deps))
  app.post('/staff-recovery-count', own, requireSecondFactor, countRecoveryCodes(deps))
  app.post('/staff-recover', own, recover(deps))
  app.post('/enquiry-review-requests', member, readReviewRequests(deps))
  app.post('/enquiry-answer', member, answerEnquiry(deps))
  app.post('/enquiry-answer-file', requireStaffToUpload(deps), addAnswerFile(deps))
  app.post('/enquiry-answer-templates', member, listAnswerTemplates(deps))
  app.post('/enquiry-answers', member, answerSeveral(deps))
  app.post('/enquiry-answers-preview', member, previewAnswers(deps))
  app.post('/site-documents', member, listSiteDocuments(deps))
  app.post('/site-preview', member, previewSite(deps))
  app.post('/site-picture', member, addSitePicture(deps))
  app.post('/site-save-draft', member, saveSiteDraft(deps))
  app.post('/site-discard-draft', member, discardSiteDraft(deps))
  app.post('/site-publish', admin, publishSite(deps))
  app.post('/site-restore', admin, restoreSite(deps))

  app.onError((thrown, c) => {
    const error = asProblem(thrown)
    if (thrown instanceof QuotaExceeded) c.header('Retry-After', String(thrown.retryAfterSeconds))
    const isOurs = error instanceof Problem
    if (!isOurs || error.status >= 500) deps.report(error)
    return c.json(
      {
        error: isOurs ? error.code : 'internal',
        message: isOurs ? error.message : 'Something went wrong. Please try again.',
        ...(isOurs && error.details !== undefined ? { details: error.details } : {}),
        request_id: currentRequestId(),
      },
      (isOurs ? error.status : 500) as 500,
    )
  })
  return app
}

/** What is no problem of the request or the database is a bug, and stays as it was thrown. */
function asProblem(thrown: Error): Error {
  if (thrown instanceof QuotaExceeded) {
    return new Problem('too_many_requests', {
      status: 429,
      message: 'That was too much at once. Please wait a little and try again.',
    })
  }
  if (isUnavailable(thrown) || sqlState(thrown) === statementTimeout) {
    return new Problem('unavailable', {
      status: 503,
      message: 'The database is busy or away. Please try again in a moment.',
      cause: thrown,
    })
  }
  return thrown
}
