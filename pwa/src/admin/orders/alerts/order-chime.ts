/** Two tones in Hz, and the length of each in seconds. */
const TONES_HZ = [880, 1_174.66]
const TONE_S = 0.18
/** Volume between 0 and 1. */
const GAIN = 0.25

let context: AudioContext | undefined

/** Lets this page make sounds: browsers require a tap or a key before the first one. */
export function unlockChime(): void {
  context ??= new AudioContext()
  void context.resume()
}

/** Returns whether a chime would be audible. */
export const canChime = (): boolean => context?.state === 'running'

/** Plays the chime; resolves at its end. Without a tap or key before it stays silent. */
export async function playChime(): Promise<void> {
  const audio = context
  if (!audio || audio.state !== 'running') return
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  const end = audio.currentTime + TONES_HZ.length * TONE_S
  for (const [index, frequency] of TONES_HZ.entries())
    oscillator.frequency.setValueAtTime(frequency, audio.currentTime + index * TONE_S)
  gain.gain.setValueAtTime(GAIN, audio.currentTime)
  gain.gain.exponentialRampToValueAtTime(0.001, end)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start()
  oscillator.stop(end)
  await new Promise((resolve) => oscillator.addEventListener('ended', resolve))
}
