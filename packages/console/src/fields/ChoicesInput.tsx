import { Checkbox, SimpleGrid } from '@mantine/core'
import type { InputProps } from './face.ts'

/** Some of a few known values, each with a box to tick; they are kept in the order of the list, and named as programs name them. */
export function ChoicesInput({ field, value, onChange, onBlur, ...rest }: InputProps) {
  const { 'data-autofocus': autofocus, 'data-path': path, disabled, placeholder: _, ...group } = rest
  const values = field.values ?? []
  const chosen = Array.isArray(value) ? value.map(String) : []
  return (
    <Checkbox.Group
      {...group}
      required={Boolean(field.minItems)}
      value={chosen}
      onChange={(next) => onChange(values.filter((each) => next.includes(each)))}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
        {values.map((each, index) => (
          <Checkbox
            key={each}
            size="md"
            value={each}
            label={field.valueLabels?.[each] ?? each}
            disabled={disabled}
            onBlur={onBlur}
            {...(index === 0 ? { 'data-path': path, 'data-autofocus': autofocus } : {})}
          />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}
