type Bijoy = typeof import('@bidyaloy/shared/bengali/bijoy')

let loaded: Bijoy | null = null

/** The converter, which comes with the first field that is used; null where it cannot be had. */
export async function loadBijoy(): Promise<Bijoy | null> {
  try {
    loaded ??= await import('@bidyaloy/shared/bengali/bijoy')
  } catch {
    // Without a connection the field works all the same.
  }
  return loaded
}

/** The converter where it has come already. */
export const bijoyAtHand = (): Bijoy | null => loaded

/** A form waits this long for a converter that is still on its way. */
const PATIENCE_MS = 3000

/** As `loadBijoy`, for what cannot wait for as long as a bad line takes. */
export function loadBijoySoon(): Promise<Bijoy | null> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(null), PATIENCE_MS)
    void loadBijoy().then((bijoy) => {
      clearTimeout(late)
      resolve(bijoy)
    })
  })
}

const CONVERTIBLE = /[A-Za-z\u00a1-\u00ff\u2020\u2021]/

/** Whether there is anything that could be Bijoy. */
export const isConvertible = (text: string): boolean => CONVERTIBLE.test(text)
