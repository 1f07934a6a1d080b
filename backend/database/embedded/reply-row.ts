// Reads a row from the reply bytes of the wire protocol.

/** The values of the first DataRow among the replies. */
export function readRow(replies: Uint8Array): (string | undefined)[] {
  const bytes = Buffer.from(replies.buffer, replies.byteOffset, replies.byteLength)
  const dataRow = 'D'.charCodeAt(0)
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    if (bytes[at] !== dataRow) continue
    const values: (string | undefined)[] = []
    let place = at + 7
    for (let column = 0; column < bytes.readInt16BE(at + 5); column += 1) {
      const length = bytes.readInt32BE(place)
      place += 4
      values.push(length < 0 ? undefined : bytes.toString('utf8', place, place + length))
      place += Math.max(0, length)
    }
    return values
  }
  return []
}
