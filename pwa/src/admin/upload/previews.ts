/** Object URLs of new uploads by path, until the page unloads: an upload cannot be read before it is saved. */
const previews = new Map<string, string>()

export const setPreview = (path: string, file: Blob): void => void previews.set(path, URL.createObjectURL(file))

export const getPreview = (path: string): string | undefined => previews.get(path)
