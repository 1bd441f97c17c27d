import type { Page } from '@playwright/test'

interface Voice {
  lang: string
  localService: boolean
}

/** Gives the page voices, which the tests' Chromium has none of. They speak until `endSentence`. */
export async function withVoices(page: Page, voices: readonly Voice[]): Promise<void> {
  await page.addInitScript((known) => {
    class Utterance {
      lang = ''
      voice: unknown = null
      onend: (() => void) | null = null
      onerror: (() => void) | null = null
      constructor(readonly text: string) {}
    }
    class Synthesis extends EventTarget {
      isReady = false
      spoken: Utterance | null = null
      /** What was spoken, and «-» for each end by `cancel`. */
      heard: string[] = JSON.parse(sessionStorage.getItem('heard') ?? '[]')
      getVoices = () =>
        this.isReady ? known.map((voice) => ({ ...voice, voiceURI: `voice of ${voice.lang}` })) : []
      speak(utterance: Utterance) {
        this.spoken = utterance
        this.hear(`${utterance.lang}: ${utterance.text}`)
      }
      cancel() {
        if (this.spoken) this.hear('-')
        this.spoken = null
      }
      hear(what: string) {
        this.heard.push(what)
        sessionStorage.setItem('heard', JSON.stringify(this.heard))
      }
      end() {
        const { spoken } = this
        this.spoken = null
        spoken?.onend?.()
      }
      /** Phones know their voices some time after the page has loaded. */
      find() {
        this.isReady = true
        this.dispatchEvent(new Event('voiceschanged'))
      }
    }
    const speechSynthesis = new Synthesis()
    Object.defineProperty(window, 'speechSynthesis', { value: speechSynthesis })
    Object.assign(window, { SpeechSynthesisUtterance: Utterance })
  }, voices)
}

const callSynthesis = (page: Page, name: 'end' | 'find') =>
  page.evaluate((called) => {
    const method: unknown = Reflect.get(speechSynthesis, called)
    if (typeof method === 'function') method.call(speechSynthesis)
  }, name)

/** Makes the voices known to the page. */
export const findVoices = (page: Page) => callSynthesis(page, 'find')

/** Ends the sentence that is being spoken. */
export const endSentence = (page: Page) => callSynthesis(page, 'end')

/** Returns what was spoken in this tab: «language: sentence», and «-» where it was stopped. */
export const heardIn = (page: Page) =>
  page.evaluate((): string[] => JSON.parse(sessionStorage.getItem('heard') ?? '[]'))
