/** Whoever pretends to be Chrome or Safari comes before them: nearly everybody does. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|OPX|OPiOS|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Yandex Browser', /\bYaBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['DuckDuckGo', /\b(?:DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
] as const

/** Android says Linux too, iPhone and iPad say Mac OS X. */
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

/**
 * What people call a browser that calls itself like this: `Chrome, Linux`.
 *
 * @param userAgent as the browser sent it, perhaps cut
 * @param fallback what one is called that nobody knows
 */
export function deviceName(userAgent: string, fallback: string): string {
  const findName = (candidates: readonly (readonly [name: string, sign: RegExp])[]) =>
    candidates.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const system = findName(systems)
  return [findName(browsers) ?? fallback, ...(system ? [system] : [])].join(', ')
}
