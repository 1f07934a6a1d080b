// A photograph made smaller in the browser: upright, and without where and with what it was taken,
// because a canvas knows only pixels.

/** Undefined for what the browser cannot read. */
export function openUpright(file: Blob): Promise<ImageBitmap | undefined> {
  return createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
}

/** Of the longest side, at most; undefined when there is no memory for it. */
export function drawWithin(bitmap: ImageBitmap, side: number): HTMLCanvasElement | undefined {
  return draw(bitmap, Math.min(1, side / Math.max(bitmap.width, bitmap.height)))
}

export function draw(bitmap: ImageBitmap, scale: number): HTMLCanvasElement | undefined {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return undefined
  // JPEG has no transparency: without this it would be black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

export function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
