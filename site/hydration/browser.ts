// The one script that public pages load. Everything here works on plain HTML; React comes only when
// a visitor touches an island.
import '../site.css'
import { startAnalytics } from './analytics.ts'
import { carryCampaign } from './campaign.ts'
import { startConsent } from './consent.ts'
import { startDialogs } from './dialogs.ts'
import { startIslands } from './islands.ts'
import { startLazyPictures } from './lazy-pictures.ts'
import { showStoredNotice } from './notices.ts'
import { startShell } from './shell.ts'

startIslands()
startShell()
startDialogs()
startLazyPictures()
startAnalytics()
carryCampaign()
startConsent()
showStoredNotice()
