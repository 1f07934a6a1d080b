// What a picture may cost. A telephone's camera makes 12 to 50 million pixels; at 40 million a decoder
// holds 160 MB.

/** Bytes of an upload, whatever the bucket allows. */
export const maxInputBytes = 25 * 1024 * 1024
export const maxPixels = 40_000_000
/** A strip of one pixel by 60,000 has few pixels, and is no photograph. */
export const maxSide = 20_000
/** Longest side of what is stored. */
export const storedSide = 2048
export const thumbnailSide = 480
/** Of a transformation. */
export const maxRenderSide = 2048

export const pictureTimeoutMs = 20_000
/** Resident memory at which the child process ends itself. */
export const maxMemoryBytes = 512 * 1024 * 1024
/** Resident memory at which the child is replaced after the picture, and pictures until then. */
export const recycleAtBytes = 256 * 1024 * 1024
export const recycleAfter = 100
/** Pictures that wait for their turn; of more, the sender with most loses one, and may send it again. */
export const maxWaiting = 24
/** An idle child is ended: its memory is worth more to the server. */
export const idleMs = 60_000
