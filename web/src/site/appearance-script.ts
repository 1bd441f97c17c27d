/**
 * Runs inline in the head, before the first paint: puts the visitor's remembered choices on the
 * document. A page may stand in a browser that forbids storage; then it looks as the device says.
 */
export const appearanceScript =
  "try{let d=document.documentElement.dataset,t=localStorage.theme,s=localStorage.size;if(t=='light'||t=='dark')d.theme=t;if(s=='s'||s=='l')d.size=s}catch(e){}"

/** Sets and remembers a choice; null goes back to what the device says. */
export function rememberAppearance(name: 'theme' | 'size', value: string | null): void {
  const { dataset } = document.documentElement
  if (value === null) delete dataset[name]
  else dataset[name] = value
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Storage is forbidden: the choice holds for this page.
  }
}
