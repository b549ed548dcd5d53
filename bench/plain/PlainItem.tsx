import { Button, Drawer, Group, Stack, Table, Text, Title } from '@mantine/core'
import type { PlainFiling } from './filing.ts'

interface PlainItemProps {
  filing: PlainFiling | undefined
  onClose: () => void
}

/** Shows the open row's facts in a drawer. */
export default function PlainItem({ filing, onClose }: PlainItemProps) {
  return (
    <Drawer opened onClose={onClose} position="right" size={640} title={filing?.status}>
      <Stack data-item={filing?.id}>
        <Title order={2}>{filing?.title}</Title>
        <Group>
          {['Archive', 'Reprocess', 'Handle manually', 'Cancel'].map((name) => (
            <Button key={name} variant="default">
              {name}
            </Button>
          ))}
        </Group>
        <Table>
          <Table.Tbody>
            {filing?.facts.map(({ name, value }) => (
              <Table.Tr key={name}>
                <Table.Th>{name}</Table.Th>
                <Table.Td>
                  <Text size="sm">{value}</Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </Drawer>
  )
}
