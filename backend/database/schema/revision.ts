// Raised whenever a function, view, trigger or policy changes. An older version that starts beside a
// newer one is refused by this number, instead of putting its own functions back.
export const revision = { number: 1 }
