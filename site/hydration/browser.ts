// The script of every page, those of staff too. It works on plain HTML; React is loaded when the visitor comes to a
// form or uses one (islands.ts).
import { startAnalytics } from './analytics.ts'
import { carryCampaign } from './campaign.ts'
import { startDialogs } from './dialogs.ts'
import { startIslands } from './islands.ts'
import { startLazyPictures } from './lazy-pictures.ts'
import { showStoredNotice } from './notices.ts'
import { settlePage } from './settle.ts'
import { startShell } from './shell.ts'

function start(): void {
  startIslands()
  startShell()
  startDialogs()
  startLazyPictures()
  startAnalytics()
  carryCampaign()
  showStoredNotice()
  void settlePage()
  if (document.querySelector('.consent-bar')) void import('./cookie-consent.ts')
  if (document.getElementById('open-now')) void import('./open-now.ts')
}

// The script is async: it may be here before the whole page is. Browsers look at every form when that is
// in, and lay it out; a task of its own keeps taps from waiting for both.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => setTimeout(start))
else start()
