let isWatching = false
let isPressed = false
let waiting: (() => void)[] = []

/** Knows from now on whether a mouse button, pen or finger is down. */
export function watchPointer(): void {
  if (isWatching) return
  isWatching = true
  document.addEventListener('pointerdown', press, true)
  for (const end of ['pointerup', 'pointercancel', 'dragend'] as const) {
    document.addEventListener(end, release, true)
  }
}

function press(): void {
  isPressed = true
}

function release(): void {
  isPressed = false
  const ready = waiting
  waiting = []
  // After the click, which comes behind the release.
  setTimeout(() => {
    for (const go of ready) go()
  })
}

/** Once nothing is pressed: until then nothing on the page should move. */
export function pointerAtRest(): Promise<void> {
  return new Promise((resolve) => {
    if (isPressed) waiting.push(resolve)
    else resolve()
  })
}
