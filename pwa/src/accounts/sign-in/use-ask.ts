import { useState } from 'react'
import { notify } from '../../shared/notices.ts'
import { useRefusalWords } from '../refusal-words.ts'

/**
 * One question to the shop at a time. What it refuses is said in a notice, unless `refused`
 * has other words for it, or null: nothing is to be said.
 *
 * @param title of the notice
 */
export function useAsk(title: string) {
  const words = useRefusalWords()
  const [busy, setBusy] = useState(false)

  async function ask<T>(
    question: () => Promise<T>,
    heard: (answer: T) => void | Promise<void>,
    refused: (error: unknown) => string | null | undefined = () => undefined,
  ): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      await heard(await question())
    } catch (error) {
      const text = refused(error)
      if (text !== null) notify({ kind: 'bad', title, text: text ?? words(error) })
    } finally {
      setBusy(false)
    }
  }
  return { ask, busy, words }
}
