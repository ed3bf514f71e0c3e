/** Browsers whose user agents also contain `Chrome` or `Safari` precede these two. */
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

/** User agents of Android also contain `Linux`, those of iPhone and iPad `Mac OS X`; the more specific name is first. */
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
 * Returns the browser and system of a user agent: `Chrome, Linux`.
 *
 * @param userAgent possibly truncated
 * @param fallback name of an unknown browser
 */
export function deviceName(userAgent: string, fallback: string): string {
  const findName = (candidates: readonly (readonly [name: string, pattern: RegExp])[]) =>
    candidates.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const system = findName(systems)
  return [findName(browsers) ?? fallback, ...(system ? [system] : [])].join(', ')
}
