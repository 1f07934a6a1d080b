// The four claims that pages repeat. Each is only as strong as the line beneath it.

export interface TrustClaim {
  title: string
  text: string
}

export const trustClaims: readonly TrustClaim[] = [
  {
    title: 'Local team',
    text: 'We work in Worcestershire and Herefordshire and know the ground we dig.',
  },
  {
    title: 'Fully insured',
    text: 'Your property and your neighbours are covered while we work. Ask to see the certificate.',
  },
  {
    title: 'Quality guaranteed',
    text: 'If a job is not as the quote describes it, we come back and put it right.',
  },
  {
    title: 'Reliable and punctual',
    text: 'We agree a day, turn up on it, and ring you first if the weather says otherwise.',
  },
]
