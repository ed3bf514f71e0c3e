import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X)'

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`, 'Chrome, Linux'],
  [
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36`,
    'Chrome, Linux',
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 'Chrome, Windows'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'Chrome, Android'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`, 'Chrome, ChromeOS'],
  [`${iPhone} ${webkit} CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1`, 'Chrome, iPhone'],
  [`${iPhone} ${webkit} Version/26.0 Mobile/15E148 Safari/604.1`, 'Safari, iPhone'],
  [`Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) ${webkit} Version/16.6 Mobile/15E148 Safari/604.1`, 'Safari, iPad'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/26.0 Safari/605.1.15`, 'Safari, macOS'],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox, Linux'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 'Firefox, Android'],
  [`${iPhone} ${webkit} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`, 'Firefox, iPhone'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/142.0.3595.65`, 'Edge, Windows'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36 EdgA/142.0.0.0`, 'Edge, Android'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} Safari/537.36 OPR/124.0.0.0`, 'Opera, macOS'],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36',
    'Samsung Internet, Android',
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} YaBrowser/25.10.0.0 Safari/537.36`, 'Yandex Browser, Windows'],
  // The web view of an app has no browser name.
  [`${iPhone} ${webkit} Mobile/15E148`, 'Браузер, iPhone'],
  // An unknown device, a command-line client, no user agent.
  ['Mozilla/5.0 (PlayStation; PlayStation 5/9.00)', 'Браузер'],
  ['curl/8.5.0', 'Браузер'],
  ['', 'Браузер'],
])('deviceName(%j) returns %s', (userAgent, name) => {
  expect(deviceName(userAgent, 'Браузер')).toBe(name)
})
