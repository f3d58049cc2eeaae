/** Every field of schedules of EventBridge Scheduler, and of rules, API destinations and connections of EventBridge, and what an import does with it. */
import { ignored, mapped, reported, type FieldRule, type FieldTable } from './fields.js';

const QUEUE = reported('has no counterpart: `notify` of the job tells of failed runs');
const OF_OTHER_TARGETS: FieldRule = reported('belongs to a service of AWS, which is not called');
const ROLE = reported('is not used: the call does not act as a role of AWS');

const RETRY_POLICY: FieldTable = { MaximumEventAgeInSeconds: mapped(), MaximumRetryAttempts: mapped() };

const TARGET: FieldTable = {
  Arn: mapped(),
  DeadLetterConfig: QUEUE,
  EcsParameters: OF_OTHER_TARGETS,
  EventBridgeParameters: OF_OTHER_TARGETS,
  Input: mapped(),
  KinesisParameters: OF_OTHER_TARGETS,
  RetryPolicy: mapped(RETRY_POLICY),
  RoleArn: ROLE,
  SageMakerPipelineParameters: OF_OTHER_TARGETS,
  SqsParameters: OF_OTHER_TARGETS,
};

/** As `aws scheduler get-schedule` and CloudFormation (AWS::Scheduler::Schedule) have them. */
export const SCHEDULE: FieldTable = {
  ActionAfterCompletion: mapped(),
  Arn: ignored,
  CreationDate: ignored,
  Description: mapped(),
  EndDate: mapped(),
  FlexibleTimeWindow: mapped({ MaximumWindowInMinutes: mapped(), Mode: mapped() }),
  GroupName: mapped(),
  KmsKeyArn: reported('is not used: secrets of jobs are encrypted with the keys of the installation'),
  LastModificationDate: ignored,
  Name: mapped(),
  ScheduleExpression: mapped(),
  ScheduleExpressionTimezone: mapped(),
  StartDate: mapped(),
  State: mapped(),
  Target: mapped(TARGET),
};

/** As `aws events describe-rule` with its targets, and CloudFormation (AWS::Events::Rule) have them. */
export const RULE: FieldTable = {
  Arn: ignored,
  CreatedBy: ignored,
  Description: mapped(),
  EventBusName: ignored,
  EventPattern: reported('starts the rule by events, too: see triggers'),
  ManagedBy: ignored,
  Name: mapped(),
  RoleArn: ROLE,
  ScheduleExpression: mapped(),
  State: mapped(),
  Tags: reported(),
  Targets: mapped({
    AppSyncParameters: OF_OTHER_TARGETS,
    Arn: mapped(),
    BatchParameters: OF_OTHER_TARGETS,
    DeadLetterConfig: QUEUE,
    EcsParameters: OF_OTHER_TARGETS,
    HttpParameters: mapped({
      HeaderParameters: mapped(),
      PathParameterValues: mapped(),
      QueryStringParameters: mapped(),
    }),
    Id: ignored,
    Input: mapped(),
    InputPath: reported('takes a part of an event, which is not sent here'),
    InputTransformer: mapped({ InputPathsMap: mapped(), InputTemplate: mapped() }),
    KinesisParameters: OF_OTHER_TARGETS,
    RedshiftDataParameters: OF_OTHER_TARGETS,
    RetryPolicy: mapped(RETRY_POLICY),
    RoleArn: ROLE,
    RunCommandParameters: OF_OTHER_TARGETS,
    SageMakerPipelineParameters: OF_OTHER_TARGETS,
    SqsParameters: OF_OTHER_TARGETS,
  }),
};

export const API_DESTINATION: FieldTable = {
  ApiDestinationArn: ignored,
  ApiDestinationState: ignored,
  ConnectionArn: mapped(),
  CreationTime: ignored,
  Description: ignored,
  HttpMethod: mapped(),
  InvocationEndpoint: mapped(),
  InvocationRateLimitPerSecond: reported(
    'has no counterpart for one job: a worker with this url may have `limits.maxPerSecond`',
  ),
  LastModifiedTime: ignored,
  Name: ignored,
};

const PARAMETERS: FieldTable = { IsValueSecret: mapped(), Key: mapped(), Value: mapped() };
const HTTP_PARAMETERS: FieldTable = {
  BodyParameters: mapped(PARAMETERS),
  HeaderParameters: mapped(PARAMETERS),
  QueryStringParameters: mapped(PARAMETERS),
};
const PRIVATE_NETWORK = reported('has no counterpart: the executors reach what their network reaches');

export const CONNECTION: FieldTable = {
  AuthorizationType: ignored,
  AuthParameters: mapped({
    ApiKeyAuthParameters: mapped({ ApiKeyName: mapped(), ApiKeyValue: mapped() }),
    BasicAuthParameters: mapped({ Password: mapped(), Username: mapped() }),
    ConnectivityParameters: PRIVATE_NETWORK,
    InvocationHttpParameters: mapped(HTTP_PARAMETERS),
    OAuthParameters: mapped({
      AuthorizationEndpoint: mapped(),
      ClientParameters: mapped({ ClientID: mapped(), ClientSecret: mapped() }),
      HttpMethod: reported('is not used: tokens are asked for by POST', 'POST'),
      OAuthHttpParameters: mapped(HTTP_PARAMETERS),
    }),
  }),
  ConnectionArn: ignored,
  ConnectionState: ignored,
  CreationTime: ignored,
  Description: ignored,
  InvocationConnectivityParameters: PRIVATE_NETWORK,
  KmsKeyIdentifier: ignored,
  LastAuthorizedTime: ignored,
  LastModifiedTime: ignored,
  Name: ignored,
  SecretArn: ignored,
  StateReason: ignored,
};
