/** What was just sent cannot be read back before it is saved: the page shows the file itself. By its path, for as long as the page lives. */
const previews = new Map<string, string>()

export const setPreview = (path: string, file: Blob): void => void previews.set(path, URL.createObjectURL(file))

export const getPreview = (path: string): string | undefined => previews.get(path)
