/** Takes into the shell only what the server called by its right name: a page in the place of a script would stay there. */
export const onlyWhatItSays = {
  cacheWillUpdate: ({ request, response }: { request: Request; response: Response }) => {
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
    const wantsPage = new URL(request.url).pathname.endsWith('.html')
    return Promise.resolve(response.status === 200 && isPage === wantsPage ? response : null)
  },
}
