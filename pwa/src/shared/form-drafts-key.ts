/** Local storage key of the drafts of staff, which a sign-out deletes without loading the admin area. */
export const FORM_DRAFTS_KEY = 'formDrafts'
