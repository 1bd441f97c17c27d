import type { ClientAssets } from './document.ts'

/**
 * Pages are whole without the scripts, so these come once the page can be seen, letters and all: on a
 * poor line they would take from it what it needs. Runs as a module when the document is there.
 */
export function startScript({ script, imports }: ClientAssets): string {
  const files = JSON.stringify([...imports, script])
  return `let l=document.documentElement.dataset.letters=='wait'&&document.fonts.ready;Promise.resolve(l).then(()=>requestAnimationFrame(()=>setTimeout(()=>{for(let f of ${files})import(f).catch(()=>{})})))`
}
