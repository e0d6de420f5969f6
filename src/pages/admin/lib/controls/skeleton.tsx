import { t } from '../messages.ts'

interface SkeletonProps {
  /** What comes: it has the size of that. */
  of: 'pictures' | 'cards' | 'rows'
  count: number
}

/** Grey places where something is being loaded; screen readers are told so. */
export const Skeleton = ({ of, count }: SkeletonProps) => (
  <div class={`skeleton ${of}`} role="status">
    <span class="visually-hidden">{t.app.loading}</span>
    {Array.from({ length: count }, () => (
      <i />
    ))}
  </div>
)
