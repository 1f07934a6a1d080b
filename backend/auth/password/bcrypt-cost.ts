/** Of new hashes, as on a hosted project: about 50 ms each. Tests in this process use a cheaper one. */
export const bcryptCost = 10
