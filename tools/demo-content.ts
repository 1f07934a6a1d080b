// The demo firm as it is shipped: the examples that the spam filter learns from were written for it, and
// so were many tests.
import { createContent } from '#content/content.ts'
import { readFirm } from '#content/files/read-firm.ts'
import { shippedFirm } from '#content/files/shipped-firm.ts'

export const demoDocuments = readFirm(shippedFirm())
export const demoContent = createContent(demoDocuments)
export const demoCompany = demoContent.company
