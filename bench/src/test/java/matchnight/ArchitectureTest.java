package matchnight;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The shape of the tree, over the classes of every module. It stands in the last module because that one sees them all. */
@AnalyzeClasses(packages = "matchnight", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final DescribedPredicate<JavaClass> MONEY =
            resideInAnyPackage("matchnight.ledger.money..", "matchnight.settlement.grading..");

    private static final String FLOATING_POINT = "(float|double|java\\.lang\\.(Float|Double))(\\[])*";

    @ArchTest
    static final ArchRule ledgerKnowsNoFramework = noClasses()
            .that()
            .resideInAPackage("matchnight.ledger..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "jakarta.servlet..", "org.apache.kafka..")
            .because("what the ledger decides must hold for any caller, in any process, with no container around it");

    @ArchTest
    static final ArchRule ledgerKnowsNoService = noClasses()
            .that()
            .resideInAPackage("matchnight.ledger..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "matchnight.bets..", "matchnight.settlement..", "matchnight.stack..", "matchnight.bench..")
            .because("the services stand on the ledger, not beside it");

    @ArchTest
    static final ArchRule webKnowsNoProduct = noClasses()
            .that()
            .resideInAPackage("matchnight.web..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "matchnight.bets..", "matchnight.settlement..", "matchnight.ledger..", "org.springframework..")
            .because("how bytes come in is the same whatever they mean");

    @ArchTest
    static final ArchRule servicesShareOnlyTheLedger = noClasses()
            .that()
            .resideInAPackage("matchnight.bets..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("matchnight.settlement..")
            .because("the two services meet in the ledger and on Kafka, and are deployed apart");

    @ArchTest
    static final ArchRule settlementKnowsNoPlacement = noClasses()
            .that()
            .resideInAPackage("matchnight.settlement..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("matchnight.bets..")
            .because("the two services meet in the ledger and on Kafka, and are deployed apart");

    @ArchTest
    static final ArchRule productKnowsNoTools = noClasses()
            .that()
            .resideInAnyPackage("matchnight.bets..", "matchnight.settlement..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("matchnight.stack..", "matchnight.bench..")
            .because("the local stack and the bench look at the product from outside");

    @ArchTest
    static final ArchRule edgesAreLeaves = noClasses()
            .that(not(resideInAnyPackage("..http..", "..wiring..")))
            .should()
            .dependOnClassesThat(resideInAPackage("matchnight..http.."))
            .because("a feature must not know the wire it is called over");

    @ArchTest
    static final ArchRule intakeIsALeaf = noClasses()
            .that(not(resideInAnyPackage("matchnight.settlement.intake..", "..wiring..")))
            .should()
            .dependOnClassesThat(resideInAPackage("matchnight.settlement.intake.."))
            .because("settlement must not know that results arrive over Kafka");

    @ArchTest
    static final ArchRule betsHaveNoCycles = slices().matching("matchnight.bets.(*)..")
            .should()
            .beFreeOfCycles()
            .because("packages are read in the order that data flows");

    @ArchTest
    static final ArchRule settlementHasNoCycles = slices().matching("matchnight.settlement.(*)..")
            .should()
            .beFreeOfCycles()
            .because("packages are read in the order that data flows");

    @ArchTest
    static final ArchRule ledgerHasNoCycles = slices().matching("matchnight.ledger.(*)..")
            .should()
            .beFreeOfCycles()
            .because("the ledger's packages go from general to specific");

    @ArchTest
    static final ArchRule namesSayWhatIsDone = noClasses()
            .that()
            .resideInAPackage("matchnight..")
            .should()
            .haveSimpleNameEndingWith("Service")
            .orShould()
            .haveSimpleNameEndingWith("Manager")
            .orShould()
            .haveSimpleNameEndingWith("Utils")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .because("one operation is one class, named by its verb; these names collect whatever comes along");

    @ArchTest
    static final ArchRule moneyFieldsAreExact = noFields()
            .that()
            .areDeclaredInClassesThat(MONEY)
            .should()
            .haveRawType(HasName.Predicates.nameMatching(FLOATING_POINT))
            .because("binary fractions lose cents");

    @ArchTest
    static final ArchRule moneyResultsAreExact = noMethods()
            .that()
            .areDeclaredInClassesThat(MONEY)
            .should()
            .haveRawReturnType(HasName.Predicates.nameMatching(FLOATING_POINT))
            .because("binary fractions lose cents");
}
