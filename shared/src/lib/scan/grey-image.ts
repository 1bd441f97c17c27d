/** A greyscale picture: one byte per pixel, row by row; 0 is black. */
export interface GreyImage {
  width: number
  height: number
  data: Uint8Array
}

/** Converts RGBA pixels to greyscale; transparent pixels become white. */
export function greyOfRgba(
  width: number,
  height: number,
  rgba: Uint8Array | Uint8ClampedArray,
): GreyImage {
  const data = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < data.length; at += 1, from += 4) {
    const red = rgba[from] ?? 0
    const green = rgba[from + 1] ?? 0
    const blue = rgba[from + 2] ?? 0
    const opacity = rgba[from + 3] ?? 255
    // Luma weights of Rec. 601 (as in JPEG), in 1/256.
    const grey = (77 * red + 150 * green + 29 * blue) >> 8
    data[at] = opacity === 255 ? grey : 255 - (((255 - grey) * opacity) >> 8)
  }
  return { width, height, data }
}

/** Resizes to a width: box filter when shrinking, else bilinear. */
export function resizeGrey(image: GreyImage, width: number): GreyImage {
  if (width === image.width) return image
  const height = Math.max(1, Math.round((image.height * width) / image.width))
  const across = resizeRows(image, width)
  return transpose(resizeRows(transpose(across), height))
}

/** Resizes each row to a length. */
function resizeRows({ width, height, data }: GreyImage, length: number): GreyImage {
  const resized = new Uint8Array(length * height)
  const ratio = width / length
  // A triangle filter as wide as the covered pixels, at least two.
  const reach = Math.max(1, ratio)
  for (let x = 0; x < length; x += 1) {
    const centre = (x + 0.5) * ratio - 0.5
    const first = Math.max(0, Math.ceil(centre - reach))
    const last = Math.min(width - 1, Math.floor(centre + reach))
    const weights: number[] = []
    let sum = 0
    for (let from = first; from <= last; from += 1) {
      const weight = 1 - Math.abs(from - centre) / reach
      weights.push(weight)
      sum += weight
    }
    for (let y = 0; y < height; y += 1) {
      let value = 0
      const start = y * width + first
      for (let n = 0; n < weights.length; n += 1)
        value += (weights[n] ?? 0) * (data[start + n] ?? 0)
      resized[y * length + x] = sum > 0 ? value / sum + 0.5 : 255
    }
  }
  return { width: length, height, data: resized }
}

/** Transposes the picture. */
export function transpose({ width, height, data }: GreyImage): GreyImage {
  const turned = new Uint8Array(data.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) turned[x * height + y] = data[y * width + x] ?? 0
  }
  return { width: height, height: width, data: turned }
}
