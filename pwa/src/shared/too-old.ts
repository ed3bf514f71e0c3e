/** Heard when the shop refuses this build (426), or sends what this build cannot read: there must be a newer one. */
export const TOO_OLD = 'tsedra:too-old'

/** `fetch` that notices the refusal; nothing else about it is changed. */
export const fetchNoticingTooOld: typeof fetch = async (...question) => {
  const answer = await fetch(...question)
  if (answer.status === 426) dispatchEvent(new Event(TOO_OLD))
  return answer
}
