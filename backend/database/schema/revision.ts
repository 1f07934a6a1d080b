// Raised whenever a function, view, trigger or policy changes, with the checksum of them all: a test
// compares. An older version that starts beside a newer one is refused by this number, instead of
// putting its own functions back.
export const revision = {
  number: 2,
  checksum: '25bec5793f120a26',
}
