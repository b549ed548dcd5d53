import { MultiSelect, Select, TagsInput } from '@mantine/core'

/** Mantine's choices with a list: what positions and scrolls the list is most of their weight. */
export const mantineChoices = { MultiSelect, Select, TagsInput }
