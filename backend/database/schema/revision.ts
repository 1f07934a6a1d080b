// Raise the number whenever a function, view, trigger or policy changes, and set their checksum: a
// test compares it. An older version that starts beside a newer one is refused by this number,
// instead of putting its own functions back.
export const revision = {
  number: 18,
  checksum: '7a54dc1af3e2a8b3',
}
