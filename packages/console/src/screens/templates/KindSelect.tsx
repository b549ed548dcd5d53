import { findField } from '@courtcrier/contract/resource.ts'
import { emailTemplate } from '@courtcrier/contract/resources/email-template.ts'
import { type TemplateKind, templateKinds } from '@courtcrier/contract/template-kinds.ts'
import { choiceLabel, fieldLabel } from '../../i18n/labels.ts'
import { LateSelect } from '../../ui/choice/LateSelect.tsx'

interface KindSelectProps {
  kind: TemplateKind
  canWrite: boolean
  error: string | undefined
  onChange: (kind: TemplateKind) => void
}

/** Chooses the kind of message the template is for. */
export function KindSelect({ kind, canWrite, error, onChange }: KindSelectProps) {
  const field = findField(emailTemplate, 'kind')
  const label = fieldLabel(emailTemplate, 'kind')
  if (!field) return null
  return (
    <LateSelect
      label={label}
      allowDeselect={false}
      data={templateKinds.map((value) => ({ value, label: choiceLabel(field, value) }))}
      value={kind}
      readOnly={!canWrite}
      error={error}
      onChange={(chosen) => chosen && onChange(chosen as TemplateKind)}
    />
  )
}
