// The exact texts of the specification's error catalogue.
import type { Notice } from '#ui/notice/notice.ts'

export const success: Notice = {
  title: 'Message sent!',
  text: "Thank you for your enquiry. We'll be in touch soon.",
}

export const failure: Notice = {
  title: 'Error',
  text: 'Something went wrong. Please try again or call us directly.',
  isError: true,
}

export const honeypotHit: Notice = {
  title: 'Error',
  text: 'Something went wrong. Please try again.',
  isError: true,
}
