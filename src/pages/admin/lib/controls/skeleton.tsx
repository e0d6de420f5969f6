import { t } from '../messages.ts'

/** Grey places where something is being loaded; screen readers are told so. */
export const Skeleton = () => (
  <div class="skeleton" role="status">
    <span class="visually-hidden">{t.app.loading}</span>
    {Array.from({ length: 12 }, () => (
      <i />
    ))}
  </div>
)
