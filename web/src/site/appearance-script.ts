/** The visitor's remembered choices onto the document; a browser may forbid storage. */
const rememberedChoices =
  "try{let t=localStorage.theme,s=localStorage.size;if(t=='light'||t=='dark')d.theme=t;if(s=='s'||s=='l')d.size=s}catch(e){}"

/**
 * A device without any Bengali letters shows nothing until ours have come (8 seconds at most): empty
 * boxes tell nobody anything, and the page would jump when they turn into words. Whether it has any:
 * a letter is as wide as a code point that stands for none (U+0984) only where both are a box.
 */
const lettersFirst =
  "try{let c=document.createElement('canvas').getContext('2d'),w=t=>c.measureText(t).width;c.font='99px sans-serif';if(w('\\u0995')==w('\\u0984')&&w('\\u09ae')==w('\\u0984')){let f=n=>document.fonts.load(n+' 1em \"Bengali Letters\"','\\u0995'),g=()=>{d.letters='sent'};d.letters='wait';setTimeout(g,8e3);Promise.all([f(400),f(700)]).then(g,g)}}catch(e){}"

/**
 * What buttons need that only a script can serve (`data-needs`), so that these have their place from
 * the first paint on. In browsers that the site's script leaves alone there are none of them.
 */
const whatScriptsCan =
  "if('at'in[]&&'hasOwn'in Object)d.can=['script','share'in navigator&&'share','clipboard'in navigator&&'copy'].join(' ');"

/** Runs inline in the head, after the style sheets and before the first paint. */
export const appearanceScript = `{let d=document.documentElement.dataset;${whatScriptsCan}${rememberedChoices}${lettersFirst}}`
