import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { t } from '../pages/t.ts'
import './listen.css'

async function loadSpeech() {
  const { readPage } = await import('./speech.ts')
  return { readPage }
}
type Speech = Awaited<ReturnType<typeof loadSpeech>>

/**
 * A button that reads the page aloud. Absent without a Bengali voice of the device itself: others send
 * the text to their makers. Give it the key of what is read, so that it stops with it.
 */
export function Listen() {
  const voiceURI = useSyncExternalStore(subscribe, findVoice, () => '')
  const [speech, setSpeech] = useState<Speech | null>(null)
  const [isReading, setReading] = useState(false)
  const stop = useRef(() => {})
  useEffect(() => {
    if (!voiceURI) return
    // Before the tap: some browsers speak only within it.
    loadSpeech().then(setSpeech, () => null)
  }, [voiceURI])
  useEffect(() => () => stop.current(), [])
  if (!voiceURI || !speech) return null
  const toggle = () => {
    if (isReading) stop.current()
    else stop.current = speech.readPage(voiceURI, () => setReading(false))
    setReading(!isReading)
  }
  return (
    <button className="btn btn--small listen" type="button" onClick={toggle}>
      <Icon name={isReading ? 'pause' : 'speak'} /> {t(isReading ? 'listen.stop' : 'listen.start')}
    </button>
  )
}

function subscribe(onChange: () => void): () => void {
  const synthesis = globalThis.speechSynthesis
  // Old Safari has the voices at once, and no such events.
  synthesis?.addEventListener?.('voiceschanged', onChange)
  return () => synthesis?.removeEventListener?.('voiceschanged', onChange)
}

/** Returns the address of a voice, best one of Bangladesh; empty if there is none. */
function findVoice(): string {
  const voices = globalThis.speechSynthesis?.getVoices() ?? []
  const bengali = voices.filter(
    ({ lang, localService }) => localService && /^bn([-_]|$)/i.test(lang),
  )
  const [voice] = [...bengali.filter(({ lang }) => /BD$/i.test(lang)), ...bengali]
  return voice?.voiceURI ?? ''
}
