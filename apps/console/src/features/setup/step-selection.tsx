import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { query, useInstallation } from '@tenbin/app-kit';
import { listBotCourses } from '@tenbin/contract';
import { widthOfDelta } from '@tenbin/strategy';
import { Failure, formatWidth, Loading } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { CourseChoice } from './course-choice.tsx';
import { StepPairs, type StepPairsProps } from './step-pairs.tsx';

interface StepSelectionProps extends StepPairsProps {
  /** How much faster than real time the exchange's market runs. */
  readonly timeScale: number;
}

/** Step 2: pairs by hand; in easy mode courses first, and the pairs behind them. */
export function StepSelection({ timeScale, ...props }: StepSelectionProps) {
  const { features } = useInstallation().brand;
  return features.easyBotSetup ? <EasySelection {...props} timeScale={timeScale} /> : <StepPairs {...props} />;
}

function EasySelection({ timeScale, ...props }: StepSelectionProps) {
  const text = useText('setup');
  const { draft, change, available } = props;
  const courses = useQuery(query(listBotCourses, {}));
  if (courses.isPending) return <Loading what={text('courses')} rows={3} height={96} />;
  if (courses.isLoadingError) return <Failure what={text('courses')} error={courses.error} onRetry={() => void courses.refetch()} />;
  const offered = courses.data.filter(({ pairs }) => pairs.every((pair) => available.includes(pair)));
  if (offered.length === 0) return <StepPairs {...props} />;
  const isByHand = draft.pairs.length > 0 && !offered.some(({ id }) => id === draft.courseId);
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <CourseChoice
        courses={offered}
        chosen={draft.courseId}
        timeScale={timeScale}
        onChoose={({ id, pairs, delta }) => change({ courseId: id, pairs, width: formatWidth(widthOfDelta(delta)) })}
      />
      <Box component="details" open={isByHand} sx={{ '& > summary': { cursor: 'pointer', py: 1, fontSize: 14, color: 'text.secondary' } }}>
        <summary>{text('byHand')}</summary>
        <Box sx={{ pt: 1 }}>
          <StepPairs {...props} isPreselected={false} />
        </Box>
      </Box>
    </Box>
  );
}
