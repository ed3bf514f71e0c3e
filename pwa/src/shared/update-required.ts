/** Dispatched when the server rejects this build (426) or sends a newer format: a newer build must exist. */
export const UPDATE_REQUIRED_EVENT = 'tsedra:update-required'

/** Behaves like `fetch`, and dispatches UPDATE_REQUIRED_EVENT on a 426 response. */
export const fetchWithUpdateCheck: typeof fetch = async (...args) => {
  const response = await fetch(...args)
  if (response.status === 426) dispatchEvent(new Event(UPDATE_REQUIRED_EVENT))
  return response
}
