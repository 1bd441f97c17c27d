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

/** The converter where it has come already: for what cannot wait. */
export const bijoyAtHand = (): Bijoy | null => loaded

const CONVERTIBLE = /[A-Za-z\u00a1-\u00ff\u2020\u2021]/

/** Whether there is anything that could be Bijoy. */
export const isConvertible = (text: string): boolean => CONVERTIBLE.test(text)
