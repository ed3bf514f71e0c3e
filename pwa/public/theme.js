// Before the first paint: the theme that was chosen on this device, else the system’s; and the home page’s picture is asked for.
;(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const chosen = () => {
    try {
      return localStorage.getItem('tsedra.theme')
    } catch {
      return null
    }
  }
  const apply = () => {
    const theme = chosen() ?? (dark.matches ? 'dark' : 'light')
    document.documentElement.dataset.theme = theme
    for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
      meta.content = theme === 'dark' ? '#14100b' : '#f8f2e7'
  }
  apply()
  dark.addEventListener('change', apply)
  addEventListener('tsedra:theme', apply)
  if (location.pathname === '/' && !location.search) {
    for (const link of document.querySelectorAll('link[rel="hero"]')) link.rel = 'preload'
  }
})()
