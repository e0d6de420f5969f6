import { ChoiceField } from './frames/setting-field.tsx'
import { changeLanguage, languages } from './lib/language.ts'
import { t } from './lib/messages.ts'
import { useTask } from './lib/use-task.ts'

const names = Object.fromEntries(languages.map(({ code, name }) => [code, name]))

/** Lets a person choose the language of the page, for this device. */
export function LanguageField() {
  const { failure, run } = useTask()
  return (
    <div class="fields">
      <ChoiceField
        label={t.status.language}
        choices={names}
        value={document.documentElement.lang}
        onChange={(code) => void run(() => changeLanguage(code))}
      />
      <p role="alert">{failure}</p>
    </div>
  )
}
