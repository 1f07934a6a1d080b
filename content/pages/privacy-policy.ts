// A notice under the UK GDPR. It describes what the software really stores: whoever changes what an
// enquiry keeps, who receives it or for how long changes this page and its version with it.
import { longDate } from '../long-date.ts'
import type { Page } from '../page.ts'

/** Stored with every consent, so that it is known which wording a visitor accepted. */
export const privacyNoticeVersion = '2026-11-16'

export const privacyPolicy: Page = {
  path: '/privacy-policy',
  name: 'Privacy Policy',
  menuLine: 'What we keep, why and for how long',
  title: 'Privacy Policy: What We Keep and Why',
  description:
    'What we keep when you send an enquiry, why we may, who receives it, when it is erased, and how to see, correct or delete it. A UK GDPR notice.',
  keywords: ['privacy policy', 'UK GDPR notice', 'data protection', 'enquiry data'],
  picture: 'contact',
  hero: {
    subtitle: 'Privacy policy',
    title: 'What we keep, and why',
    description: 'The short version: enough to answer your enquiry, for {retention} at most.',
  },
  updated: privacyNoticeVersion,
  sections: [
    {
      kind: 'prose',
      heading: 'Who is responsible',
      paragraphs: [
        '{company} decides how personal data from this website is used and is the controller under the UK GDPR and the Data Protection Act 2018. For anything on this page write to {email} or ring {phone}.',
        `This is the version of ${longDate(privacyNoticeVersion)}. With each enquiry we note which version was accepted.`,
      ],
    },
    {
      kind: 'list',
      heading: 'What an enquiry contains',
      isPlain: true,
      intro: 'When you send the enquiry form we store:',
      items: [
        'what you type: name, email address, telephone number, postcode, the service you chose and your message; telephone number and postcode also in a uniform spelling, with the town they belong to',
        'the address of the page you sent it from, and the page or website that led you there, if your browser says so',
        'campaign tags, if you came by a link that carries them (utm source, medium, campaign, term and content)',
        'the date and time, and how far we have got with answering it',
        'your consent: which version of this notice you accepted, when, and on which page',
        'how long the form was open before you sent it, if your browser runs our script',
        'a reference number, and whether the mails about the enquiry have been delivered',
      ],
    },
    {
      kind: 'prose',
      heading: 'Our reasons in law',
      paragraphs: [
        'We use your details to answer you, visit and quote. You asked for that, and the law calls it steps taken at your request before a contract (Article 6(1)(b)). If you become a customer, the same basis covers doing the work.',
        'Keeping a record of enquiries, seeing which pages and campaigns bring them, and protecting the form against abuse rest on our legitimate interests (Article 6(1)(f)) in running the business properly. You may object to that at any time.',
        'The tick in the form shows that you have read this notice and agree to be contacted. You can withdraw it whenever you like; we then stop, and erase the enquiry unless the law obliges us to keep something. You need not give us any data, but without a way to reach you we cannot quote. We make no automated decisions about you and never sell data or use it for advertising.',
      ],
    },
    {
      kind: 'prose',
      heading: 'Protection against spam',
      paragraphs: [
        'The form has a hidden field that people do not see. An enquiry in which it is filled, or which looks automated for other reasons, goes to a separate spam list together with those reasons. Staff can read that list and release an enquiry put there by mistake.',
        'What counts are the words and links of the message, how it is written, whether others have sent the same words, and, as a weak sign only, how fast the form was filled in. Nothing is deleted on suspicion.',
        'To stop floods of messages the server counts requests for each network address and email address over about an hour. So that a double click is one enquiry, it keeps a scrambled fingerprint of what was sent; if your browser runs no script, your network address is part of it and it is cleared within a day or so.',
      ],
    },
    {
      kind: 'list',
      heading: 'Who receives it',
      isPlain: true,
      intro: 'Enquiries are seen by our own staff. Beyond them:',
      items: [
        'the database is on the company’s own server; whoever hosts that server for us acts on our instructions',
        'our mail provider carries the notice of your enquiry to our office and the thank-you to you',
        'if we use a separate system for planning jobs, it may receive a signed copy of the enquiry',
        'authorities, only where the law requires it',
      ],
    },
    {
      kind: 'prose',
      heading: 'How long we keep it',
      paragraphs: [
        'The personal data in an enquiry is erased {retention} after you sent it, by a task that runs every day. What stays is a count that identifies nobody: the date, the service, the town and how the enquiry ended. Ask us sooner and we erase everything kept under your email address or telephone number in the same way. Backup copies are replaced in turn and erased data goes with them. Invoices of customers are kept apart from this website for as long as tax law requires.',
      ],
    },
    {
      kind: 'prose',
      heading: 'Cookies and other requests',
      hasCookieSettings: true,
      paragraphs: [
        'The public pages set no cookies. When you begin to fill in the enquiry form, your browser keeps what you type in the storage of that tab, so that a reload or a lost signal loses nothing. We do not see it before you send it. It is removed when the enquiry has been sent, when you choose Clear it, or when you close the tab.',
        'A tag manager for measuring visits is loaded only if we have set one up and you have agreed to it in a banner; without a banner there is none. If you decline, nothing is loaded. You can take your agreement back at any time with Cookie settings, at the foot of every page: the counting stops at once, and its cookies are removed from your browser.',
        'Reviews on the home and town pages may show the author’s picture. It comes from the website where it is kept, fetched without telling that site which page you are on. No other part of a public page asks another website for anything unless you agreed to the tag manager.',
      ],
    },
    {
      kind: 'prose',
      heading: 'Reviews and staff accounts',
      paragraphs: [
        'A review we show contains the author’s name, rating, words, date and, if there is one, the address of a picture. If a review is yours and you want it changed or removed, tell us.',
        'Staff have accounts with name, email address, a scrambled password, role and records of signing in. Their browser keeps the session in its own storage until they sign out. An account is deleted when it is no longer needed.',
      ],
    },
    {
      kind: 'list',
      heading: 'Your rights',
      isPlain: true,
      intro:
        'Ask by email to {email} or by phone on {phone}. It is free, and we answer within one month.',
      items: [
        'to see what we hold about you and receive it as a file (access and export)',
        'to have mistakes corrected',
        'to have your data erased',
        'to restrict or object to its use',
        'to withdraw your consent, without effect on what was done before',
      ],
    },
    {
      kind: 'prose',
      heading: 'If you are not satisfied',
      paragraphs: [
        'Please tell us first and we will try to put it right. You may complain at any time to the Information Commissioner’s Office, at ico.org.uk or by telephone on 0303 123 1113.',
      ],
    },
  ],
}
