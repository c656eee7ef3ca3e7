import Box from '@mui/material/Box';
import RadioGroup from '@mui/material/RadioGroup';
import type { BotCourse, Mapped } from '@tenbin/contract';
import { widthOfDelta } from '@tenbin/strategy';
import { AnnualRate, decimals, FactList, Figure, formatDay, formatNumber, formatWidth, percent, useSentences } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { ChoiceCard } from './choice-card.tsx';

type Course = Mapped<BotCourse>;

interface CourseChoiceProps {
  readonly courses: readonly Course[];
  /** The id of one; empty: none. */
  readonly chosen: string;
  /** How much faster than real time the market of the back-tests runs. */
  readonly timeScale: number;
  readonly onChoose: (course: Course) => void;
}

/** The organization's courses: what each trades, and what it would have earned lately. */
export function CourseChoice({ courses, chosen, timeScale, onChoose }: CourseChoiceProps) {
  const text = useText('setup');
  return (
    <RadioGroup
      aria-label={text('courses')}
      value={chosen}
      onChange={(_, id) => {
        const course = courses.find((one) => one.id === id);
        if (course) onChoose(course);
      }}
      sx={{ display: 'grid', gap: 1 }}
    >
      {courses.map((course) => (
        <CourseOption key={course.id} course={course} timeScale={timeScale} isChosen={course.id === chosen} />
      ))}
    </RadioGroup>
  );
}

interface CourseOptionProps {
  readonly course: Course;
  readonly timeScale: number;
  readonly isChosen: boolean;
}

function CourseOption({ course: { id, title, description, pairs, delta, backTest }, timeScale, isChosen }: CourseOptionProps) {
  const text = useText('setup');
  const sentences = useSentences();
  return (
    <ChoiceCard value={id} isChosen={isChosen} title={title}>
      <span>{description}</span>
      <span>{pairs.join(', ')}</span>
      <FactList
        facts={[
          { name: text('width'), value: percent(formatWidth(widthOfDelta(delta))) },
          ...(backTest
            ? [
                { name: text('courseRate'), value: <AnnualRate value={backTest.annualRate} /> },
                { name: text('courseProfit'), value: <Figure value={backTest.basisPoint} digits={decimals.bps} unit="bp" change /> },
                { name: text('courseTrades'), value: <Figure value={backTest.executionCount} digits={0} /> },
              ]
            : []),
        ]}
        sx={{ gap: 1, gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' } }}
      />
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {backTest
          ? sentences(
              text('courseTested', { from: formatDay(backTest.from), to: formatDay(backTest.to) }),
              timeScale !== 1 && text('courseGenerated', { speed: formatNumber(timeScale, { digits: 0 }) }),
            )
          : text('courseUntested')}
      </Box>
    </ChoiceCard>
  );
}
