/** Takes the place of backend/auth/password/bcrypt-cost.ts in tests (vitest.config.ts): a hash in 1 ms. */
export const bcryptCost = 4
