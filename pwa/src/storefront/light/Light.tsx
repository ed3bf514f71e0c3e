import { parsePicture } from '@tsedra/contract/picture'
import { withMessages } from '../../shared/i18n/language.ts'
import { lazyComponent } from '../../shared/lazy-component.ts'
import { MountWhenIdle } from '../../shared/ui/MountWhenIdle.tsx'
import { useIsDark } from './use-is-dark.ts'

const HoldToLight = lazyComponent(() =>
  withMessages('list', import('./HoldToLight.tsx')).then(({ HoldToLight }) => HoldToLight),
)

/** The light behind a cutout, in the dark theme; its parent is the surface to hold. */
export function Light({ imageUrl, hasHint = false }: { imageUrl: string | null; hasHint?: boolean }) {
  const isDark = useIsDark()
  if (!isDark || !imageUrl || !parsePicture(imageUrl)?.cutout) return null
  return (
    <MountWhenIdle>
      <HoldToLight hasHint={hasHint} />
    </MountWhenIdle>
  )
}
