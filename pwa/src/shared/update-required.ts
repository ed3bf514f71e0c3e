/** Heard when the shop refuses this build (426), or sends what this build cannot read: there must be a newer one. */
export const UPDATE_REQUIRED_EVENT = 'tsedra:update-required'

/** `fetch` that notices the refusal; nothing else about it is changed. */
export const fetchWithUpdateCheck: typeof fetch = async (...args) => {
  const response = await fetch(...args)
  if (response.status === 426) dispatchEvent(new Event(UPDATE_REQUIRED_EVENT))
  return response
}
