import { type MailServer, startMailServer } from '../../support/mail-server.ts'
import { type OwnProduct, startOwnProduct } from './own-product.ts'
import { test } from './product.ts'

export interface MailedProduct {
  readonly product: OwnProduct
  readonly mailServer: MailServer
}

/** A separate server whose emails arrive at a real mail server, for the journeys of the calling file. */
export function mailedProduct(): MailedProduct {
  let mailServer: MailServer
  let product: OwnProduct
  test.beforeAll(async () => {
    mailServer = await startMailServer()
    product = await startOwnProduct({ SMTP_URL: mailServer.url })
  })
  test.afterAll(async () => {
    await product?.remove()
    await mailServer?.close()
  })
  return {
    get product() {
      return product
    },
    get mailServer() {
      return mailServer
    },
  }
}
